import { Fragment } from 'react'

/** An address that breaks at its signs where it has to, not in a word. */
export function EmailWords({ email }: { email: string }) {
  return email.split(/(?=@)|(?<=\.)/).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
