/** Lets the browser keep the page that it shows without a network; after everything else, so that it costs nothing. */
export function keepOfflinePage(): void {
  // Absent where the site is neither on HTTPS nor on this machine.
  if (!('serviceWorker' in navigator)) return
  const register = () => {
    const address = window.sitePolicy.createScriptURL('/service-worker.js')
    navigator.serviceWorker.register(address, { updateViaCache: 'none' }).catch((error) => {
      console.warn('The offline page could not be kept', error)
    })
  }
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
