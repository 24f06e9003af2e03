'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { ChangedNotice } from './changed-notice.tsx'
import { Comparison } from './comparison.tsx'
import type { ListDifference } from './list-difference.ts'

/**
 * Says that nothing was saved because another administrator changed the form's list, with what each side added and
 * removed.
 */
export function ChangedList({ difference }: { readonly difference: ListDifference }) {
  const t = useTexts()
  const rows = (['added', 'removed'] as const)
    .map((change) => ({
      label: t(`console.difference.${change}`),
      mine: difference.mine[change].join('\n'),
      theirs: difference.theirs[change].join('\n'),
    }))
    .filter(({ mine, theirs }) => mine || theirs)
  return (
    <ChangedNotice alert>
      {rows.length > 0 && (
        <Comparison
          heads={[
            t('console.difference.change'),
            t('console.difference.by_me'),
            t('console.difference.by_others'),
          ]}
          rows={rows}
        />
      )}
    </ChangedNotice>
  )
}
