/** The label of a field in a row. Screen readers also read `spoken`, which says which row it is. */
export const spokenLabel = (label: string, spoken: string) => (
  <>
    {label}
    <span className="sr-only">{spoken}</span>
  </>
)
