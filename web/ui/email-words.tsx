import { Fragment } from 'react'

/** An address that breaks before its `@` and after its dots. */
export function EmailWords({ email }: { email: string }) {
  return email.split(/(?=@)|(?<=\.)/).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
