// Loaded into a measured server, this file reports the processor time of its process, in microseconds. The file is
// plain JavaScript, because compiling TypeScript would add to the memory that P8 measures.
process.on('message', (message) => {
  if (message !== 'cpu') return
  const { user, system } = process.cpuUsage()
  process.send?.({ cpu: user + system })
})
