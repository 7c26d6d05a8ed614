// @ts-check
// Imported: this process stops, as by SIGTERM, when the process that started it is gone. Nobody passes on
// SIGKILL, and a server left behind would keep the port. (Windows keeps a dead parent's id: no change there.)
const parent = process.ppid

const look = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(look)
  process.kill(process.pid, 'SIGTERM')
}, 200)
look.unref()
