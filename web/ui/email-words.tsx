import { Fragment } from 'react'

/** An address may wrap at its dots. The font sets a dot so near to some letters that it vanishes, so kerning is off. */
export function EmailWords({ email }: { email: string }) {
  return (
    <span className="[font-kerning:none]">
      {email.split(/(?=@)|(?<=\.)/).map((part, n) => (
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
