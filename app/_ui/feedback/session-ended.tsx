'use client'

import { usePathname } from 'next/navigation'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { signInAddress } from '#lib/console/addresses.ts'

/**
 * Says that nothing was done because the session has ended. The page keeps its state; the sign-in in another tab
 * requests the scopes that this page needs.
 */
export function SessionEnded() {
  const t = useTexts()
  return (
    <FormProblem text={t('console.session_ended')}>
      <a
        href={signInAddress(usePathname())}
        target="_blank"
        rel="noreferrer"
        className="text-link mt-2 block"
      >
        {t('console.sign_in_again')}
      </a>
    </FormProblem>
  )
}
