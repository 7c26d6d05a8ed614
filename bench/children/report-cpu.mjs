// Loaded into a server that is measured: tells on request what processor time its process has taken, in microseconds.
// No TypeScript: reading it would add to the memory that P8 measures.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system })
})
