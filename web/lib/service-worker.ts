/** Has the browser keep the page for times without a network. Waits for `load`, so that it delays nothing. */
export function keepOfflinePage(): void {
  // Absent without HTTPS, but for localhost.
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
