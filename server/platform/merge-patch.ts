/** What a PUT leaves out stays; null says that there is none. */
export function mergePatch<Row extends object>(
  row: Row,
  patch: { [Field in keyof Row]?: Row[Field] | undefined },
): Row {
  const said = Object.entries(patch).filter(([, value]) => value !== undefined)
  return { ...row, ...Object.fromEntries(said) }
}
