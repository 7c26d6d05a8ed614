type Rows = readonly unknown[]

/** Whether what was looked for is in the second of two tables alone: it stands first then. */
export const isFoundBelow = (list: { isFiltered: boolean }, above: Rows, below: Rows): boolean =>
  list.isFiltered && above.length === 0 && below.length > 0
