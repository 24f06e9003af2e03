'use client'

import { createContext, useCallback, useContext, useEffect, useId, useState } from 'react'

/** Reports the number of unsaved changes in a section of a form. */
type Report = (part: string, count: number) => void

/** Provided by `PlainForm`. */
export const ReportContext = createContext<Report>(() => {})

/** A form's unsaved changes, summed over the reports of its sections. */
export function useReportedChanges(): { readonly total: number; readonly report: Report } {
  const [counts, setCounts] = useState<Readonly<Record<string, number>>>({})
  const report = useCallback<Report>((part, count) => {
    setCounts((all) => ((all[part] ?? 0) === count ? all : { ...all, [part]: count }))
  }, [])
  return { total: Object.values(counts).reduce((sum, count) => sum + count, 0), report }
}

/**
 * Reports this section's unsaved changes to the surrounding plain form.
 * @param count 0 when nothing differs from what is stored
 */
export function useFormChanges(count: number): void {
  const report = useContext(ReportContext)
  const part = useId()
  useEffect(() => {
    report(part, count)
    return () => report(part, 0)
  }, [report, part, count])
}
