import { lighthouse } from './figures/lighthouse.ts'
import { machines } from './figures/machines.ts'
import { million } from './figures/million.ts'
import { cachedPage } from './figures/p1-cached-page.ts'
import { freshRender, renderOfManyBatches } from './figures/p2-fresh-render.ts'
import { coursesAnswer } from './figures/p3-courses-answer.ts'
import { enrolments, enrolmentsOfManyBatches, orders } from './figures/p4-writes.ts'
import { firstLoad } from './figures/p5-first-load.ts'
import { shiftWithFontSets } from './figures/p7-font-sets.ts'
import { slowPhone } from './figures/p7-slow-phone.ts'
import { memoryUnderLoad, start } from './figures/p8-process.ts'
import { deliveryOptions, growth } from './figures/p9-growth.ts'
import { photograph } from './figures/p10-photograph.ts'
import { sectionOpening } from './figures/section-opening.ts'
import type { Run } from './measure.ts'

export interface Figure {
  name: string
  what: string
  /** The unit of the measured value; a ratio has none. */
  unit: string
  bound: string
  run: Run
  /** The results of `run` that have this `part` belong to this figure. */
  part: string | undefined
  /** True for a figure that takes long: it is measured only if it is named on the command line. */
  isLong: boolean
}

const long = new Set(['MILLION', 'LIGHTHOUSE'])

/** All figures, in the order in which they are measured. If a figure has a baseline, its bound applies to the ratio. */
export const figures: readonly Figure[] = (
  [
    ['P1', 'a page from the cache, against node:http with the same bytes', '/cpu s', '≥ 0.95', cachedPage],
    ['P2', 'a page afresh, against renderToString', '/cpu s', '≥ 0.4', freshRender, 'page'],
    ['P2', 'a page of one order, against renderToString', '/cpu s', '≥ 0.25', freshRender, 'order'],
    ['P3', '/api/courses, against node:http that stringifies it', '/cpu s', '≥ 1.5', coursesAnswer],
    ['P4', 'enrolments of 50 callers, against the raw insert', '/s', '≥ 0.4', enrolments, 'writes'],
    ['P4', 'readers meanwhile, against without enrolments', '/s', '≥ 0.7', enrolments, 'readers'],
    ['ORDERS', 'orders of 5 lines of 50 callers, against raw inserts', '/s', '≥ 0.3', orders, 'writes'],
    ['DELIVERY', 'delivery options of 30 days', 'cpu ms', '≤ 2', deliveryOptions],
    ['P5', 'scripts that all pages share, Brotli', 'kB', '≤ 106', firstLoad, 'core'],
    ['P5', 'requests for scripts, the most', '', '≤ 6', firstLoad, 'requests'],
    ['P5', 'scripts beyond what is shared', 'kB', '≤ 26', firstLoad, 'page'],
    ['P5', 'scripts of a page of one person', 'kB', '≤ 42', firstLoad, 'private page'],
    ['P6', 'CSS in the page, Brotli', 'kB', '≤ 10', firstLoad, 'css'],
    ['P7', 'largest paint on a slow phone, against no scripts', 'ms', '≤ 1.1', slowPhone, 'lcp'],
    ['P7', 'layout shift on a slow phone', '', '≤ 0.01', slowPhone, 'cls'],
    ['P7', 'tasks beyond 50 ms on a slow phone', 'ms', '≤ 150', slowPhone, 'blockedMs'],
    ['FONTS', 'layout shift with fonts of other devices', '', '≤ 0.01', shiftWithFontSets],
    ['P8', 'start of the server to its first page', 's', '≤ 1', start, 'start'],
    ['P8', 'resident memory, idle', 'MB', '≤ 180', start, 'idle'],
    ['P8', 'memory in a minute of the fifteen dearest calls', 'MB', '≤ 350', memoryUnderLoad, 'most'],
    ['P8', 'the call that keeps least of its own rate then', '/s', '≥ 0.3', memoryUnderLoad, 'share'],
    ['P8', 'readers then, against without these calls', '/s', '≥ 0.7', memoryUnderLoad, 'readers'],
    ['P9', '100,000 orders and enrolments against 1,000', 'cpu ms', '≤ 1.5', growth],
    ['BATCHES', '50 batches a class against one', '/cpu s', '≥ 0.67', renderOfManyBatches, 'class'],
    ['BATCHES', 'lists of 50 batches a class against one', '/cpu s', '≥ 0.2', renderOfManyBatches, 'list'],
    ['BATCHES', 'enrolments as in P4', '/s', '≥ 0.4', enrolmentsOfManyBatches, 'writes'],
    ['BATCHES', 'readers as in P4', '/s', '≥ 0.7', enrolmentsOfManyBatches, 'readers'],
    ['P10', 'a photograph of 10 MB to all its sizes', 's', '≤ 1.5', photograph, 'stored'],
    ['P10', 'readers meanwhile, against without it', '/s', '≥ 0.7', photograph, 'readers'],
    ['MACHINES', '1,000 enrolments: server, database', 'core s', '≤ 6', machines, 'enrolments'],
    ['MACHINES', 'enrolments in one class', '/s', '≥ 100', machines, 'one class'],
    ['MACHINES', 'a million views of /classes: server', 'core s', '≤ 60', machines, 'views'],
    ['MACHINES', 'the same: nginx, server', 'core s', '≤ 30', machines, 'behind nginx'],
    ['MACHINES', '1,000 letters: server, database', 'core s', '≤ 20', machines, 'letters'],
    ['SECTIONS', 'a section opened, 10,000 rows, slow processor', 'ms', '≤ 1000', sectionOpening],
    ['MILLION', 'a read among a million rows a kind', 'ms', '≤ 50', million, 'read'],
    ['MILLION', 'an enrolment among a million rows a kind', 'ms', '≤ 50', million, 'enrolment'],
    ['LIGHTHOUSE', 'performance of 100', '', '≥ 98', lighthouse, 'performance'],
    ['LIGHTHOUSE', 'the other scores of 100', '', '≥ 100', lighthouse, 'others'],
  ] as const
).map(([name, what, unit, bound, run, part]) => {
  return { name, what, unit, bound, run, part, isLong: long.has(name) }
})
