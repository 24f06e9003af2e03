'use client'

import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

/** Tells how many changes of a part of a form are not saved. */
type Report = (part: string, count: number) => void

/** Filled by `PlainForm`. */
export const ReportContext = createContext<Report>(() => {})

/** The changes of a form that are not saved, added up from what its parts report. */
export function useReportedChanges(): { readonly total: number; readonly report: Report } {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const report = useCallback<Report>((part, count) => {
    setCounts((all) => ((all[part] ?? 0) === count ? all : { ...all, [part]: count }))
  }, [])
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), report }
}

/**
 * Tells the surrounding plain form how many changes of this part are not saved.
 * @param count 0 when the part is as it is stored
 */
export function useFormChanges(count: number): void {
  const report = useContext(ReportContext)
  const part = useId()
  useEffect(() => {
    report(part, count)
    return () => report(part, 0)
  }, [report, part, count])
}
