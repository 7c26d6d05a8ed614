type Rows = readonly unknown[]

/** If only the second of two tables has a match, it stands first. */
export const isFoundBelow = (list: { isFiltered: boolean }, above: Rows, below: Rows): boolean =>
  list.isFiltered && above.length === 0 && below.length > 0
