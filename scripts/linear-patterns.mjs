// @ts-check
import { analyse } from 'scslre'

/**
 * Why a pattern may take more than linear time on some text; null if no reason is found
 * (decision 0049).
 * @param {{ source: string, flags: string }} pattern
 */
export function slownessOf({ source, flags }) {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true } })
  if (reports.length === 0) return null
  const parts = reports.map((report) =>
    report.type === 'Trade'
      ? `${report.startQuant.raw} and ${report.endQuant.raw} take from each other`
      : report.type === 'Self'
        ? `${report.quant.raw} takes from itself`
        : `${report.quant.raw} begins anew at every sign`,
  )
  return `takes more than linear time: ${parts.join('; ')}`
}
