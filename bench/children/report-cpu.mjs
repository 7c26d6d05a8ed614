// Loaded into a measured server, this answers how much processor time its process has taken, in microseconds. It is no
// TypeScript, because reading that would add to the memory that P8 measures.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system })
})
