/** A field's label; screen readers also hear `spoken`, which says the row of the field. */
export const spokenLabel = (label: string, spoken: string) => (
  <>
    {label}
    <span className="sr-only">{spoken}</span>
  </>
)
