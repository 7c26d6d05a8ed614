import type { Shape } from '../../contract/answer-shapes.ts'

/** The shape of any object or list, for answers whose own shape is not known. */
export const anyAnswer: Shape = [{}, ['']]

/** True if `value` has a shape of `contract/answer-shapes.ts`. Extra fields are allowed. */
export function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'string') {
    // `shape` joins the names of its types, none of which is a part of another name.
    return shape === '' || shape.includes(value === true ? 'true' : value === null ? 'null' : typeof value)
  }
  const isList = Array.isArray(value)
  if (Array.isArray(shape)) {
    return shape.length > 1
      ? shape.some((choice) => fits(value, choice))
      : isList && value.every((item) => fits(item, shape[0] as Shape))
  }
  return (
    !isList &&
    typeof value === 'object' &&
    value !== null &&
    Object.keys(shape).every((name) => {
      const inner = shape[name] as Shape
      return name === '*'
        ? Object.values(value).every((one) => fits(one, inner))
        : fits((value as Record<string, unknown>)[name], inner)
    })
  )
}
