import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { certificate } from './smtp-certificate.fixture.ts'

/** Starts a mail server on a free port; `received` has each letter with its sender, login and TLS. */
export async function startPeer(options: SMTPServerOptions = {}) {
  const received: { from: string; to: string[]; raw: string; user: unknown; secure: boolean }[] = []
  const server = new SMTPServer({
    ...certificate,
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'malar' && password === 'süße Blumen & %41'
        ? done(null, { user: username })
        : done(new Error('no such account')),
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          user: session.user,
          secure: session.secure,
        })
        done(null)
      })
    },
    ...options,
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.server.address() as { port: number }
  return { port, received, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
