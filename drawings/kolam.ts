import { createRandom } from './random.ts'

type KolamOptions = {
  /** Rows and columns of dots. */
  rows: number
  cols: number
  /** The distance between dots in units of the SVG; 20 if left out. */
  spacing?: number
  seed?: number | string
  /** `diamond` leaves the corners out, as in a 1-3-5-3-1 kolam. */
  shape?: 'rect' | 'diamond'
  /** The share (0-1) of the gaps between dots where lines cross; it rises until the drawing is connected. */
  weave?: number
}

const sides = [
  [0, -1],
  [1, 0],
  [0, 1],
  [-1, 0],
] as const
const side = (i: number) => sides[((i % 4) + 4) % 4] as (typeof sides)[number]

/**
 * The path data of a sikku kolam, for its loops and for its dots (to be stroked with round caps). The lines go around
 * every dot, and between two dots they cross or turn back. The drawing is symmetrical both ways.
 */
function kolamPaths({ rows, cols, spacing = 20, seed = 1, shape = 'rect', weave = 0.7 }: KolamOptions): {
  loops: string
  dots: string
  width: number
  height: number
} {
  const random = createRandom(seed)
  const has = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= cols || y >= rows) return false
    if (shape === 'rect') return true
    return Math.abs(x - (cols - 1) / 2) / (cols / 2) + Math.abs(y - (rows - 1) / 2) / (rows / 2) <= 1.001
  }
  let gaps = new Map<string, boolean>()
  let share = weave
  const isOpen = (x: number, y: number, towards: number) => {
    const [dx, dy] = side(towards)
    if (!has(x + dx, y + dy)) return false
    const mx = Math.abs(2 * x + dx - (cols - 1))
    const my = Math.abs(2 * y + dy - (rows - 1))
    const key = `${mx} ${my}`
    let open = gaps.get(key)
    if (open === undefined) {
      open = random.chance(share)
      gaps.set(key, open)
    }
    return open
  }
  const isWhole = () => {
    const start: [number, number] = [Math.floor(cols / 2), Math.floor(rows / 2)]
    const seen = new Set([start.join(' ')])
    const todo = [start]
    for (const [x, y] of todo)
      for (let s = 0; s < 4; s++) {
        const next: [number, number] = [x + side(s)[0], y + side(s)[1]]
        if (!isOpen(x, y, s) || seen.has(next.join(' '))) continue
        seen.add(next.join(' '))
        todo.push(next)
      }
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < cols; x++) if (has(x, y) && !seen.has(`${x} ${y}`)) return false
    return true
  }
  // The loop ends, because with a share of 1 all lines cross and the drawing is connected.
  while (!isWhole() && share < 1) {
    gaps = new Map()
    share = Math.min(1, share + 0.02)
  }
  const middle = (i: number) => spacing * (i + 0.5)
  const handle = spacing * 0.19
  const used = new Set<string>()
  let loops = ''
  let dots = ''
  const write = (values: number[]) => values.map((v, i) => (i === 0 || v < 0 ? String(v) : ` ${v}`)).join('')

  const trace = (startX: number, startY: number, start: number) => {
    let [x, y, from, way] = [startX, startY, start, 1]
    const node = (towards: number) => {
      const [dx, dy] = side(towards)
      const open = isOpen(x, y, towards)
      const reach = spacing * (open ? 0.5 : 0.35)
      const [tx, ty] = side(towards + 1)
      const slant = open ? Math.SQRT1_2 : 1
      return {
        open,
        x: Math.round(middle(x) + dx * reach),
        y: Math.round(middle(y) + dy * reach),
        hx: (tx * way + (open ? dx : 0)) * slant * handle,
        hy: (ty * way + (open ? dy : 0)) * slant * handle,
      }
    }
    // The curve leaves the first node inwards, so the node's outward heading is mirrored.
    const first = node(from)
    const [fx, fy] = side(from)
    const [hx, hy] = first.open
      ? [first.hx - 2 * fx * handle * Math.SQRT1_2, first.hy - 2 * fy * handle * Math.SQRT1_2]
      : [first.hx, first.hy]
    let [px, py] = [first.x, first.y]
    let out = `M${px} ${py}`
    for (;;) {
      const to = (((from + way) % 4) + 4) % 4
      const key = `${x} ${y} ${Math.min(from, to)} ${Math.max(from, to)}`
      if (used.has(key)) break
      used.add(key)
      const n = node(to)
      const rel = [n.x - n.hx - px, n.y - n.hy - py, n.x - px, n.y - py].map(Math.round)
      out += out.includes('c') ? `s${write(rel)}` : `c${write([Math.round(hx), Math.round(hy), ...rel])}`
      ;[px, py] = [n.x, n.y]
      if (n.open) {
        const [dx, dy] = side(to)
        x += dx
        y += dy
        from = (to + 2) % 4
        way = -way
      } else from = to
    }
    loops += `${out}z`
  }

  for (let y = 0; y < rows; y++)
    for (let x = 0; x < cols; x++) {
      if (!has(x, y)) continue
      dots += `M${middle(x)} ${middle(y)}h0`
      for (let s = 0; s < 4; s++) {
        const [a, b] = [Math.min(s, (s + 1) % 4), Math.max(s, (s + 1) % 4)]
        if (!used.has(`${x} ${y} ${a} ${b}`)) trace(x, y, s)
      }
    }
  return { loops, dots, width: cols * spacing, height: rows * spacing }
}

/** Makes an SVG file of a kolam. `<use href="….svg#kolam">` shows it in the colour of the text around it. */
export function kolam(options: KolamOptions): string {
  const { loops, dots, width, height } = kolamPaths(options)
  return `<svg xmlns="http://www.w3.org/2000/svg" id="kolam" viewBox="0 0 ${width} ${height}" fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"><path stroke-width="1.4" d="${loops}"/><path stroke-width="3" d="${dots}"/></svg>`
}

/** A wide, low kolam that separates two sections of a page; less than 3 kB. */
export function kolamDivider(seed: number | string = 'malar'): string {
  return kolam({ rows: 3, cols: 21, shape: 'diamond', seed, weave: 0.8 })
}
