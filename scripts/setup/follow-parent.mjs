// @ts-check
// A process that imports this file stops, as by SIGTERM, when the process that started it is gone. A parent that gets
// SIGKILL cannot pass it on, and its server would keep the port. On Windows this does nothing, because
// a dead parent keeps its id.
const parent = process.ppid

const look = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(look)
  process.kill(process.pid, 'SIGTERM')
}, 200)
look.unref()
