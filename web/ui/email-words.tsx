import { Fragment } from 'react'

export function EmailWords({ email }: { email: string }) {
  return email.split(/(?=@)|(?<=\.)/).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
