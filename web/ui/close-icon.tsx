/** The cross that closes things, beside a name of its own (`aria-label`). */
export const CloseIcon = () => (
  <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 stroke-current stroke-[1.75]">
    <path d="m5 5 10 10M15 5 5 15" strokeLinecap="round" />
  </svg>
)
