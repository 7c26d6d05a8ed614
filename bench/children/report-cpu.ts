// Loaded into a server that is measured: tells on request what processor time its process has taken, in microseconds.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system })
})
