'use client'

import { InstantForm } from '#app/_ui/form/instant-form.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'

/** Leads to the provider and back to a page with the provider's answer. */
export function SignInTrial({ action }: { readonly action: string }) {
  const t = useTexts()
  return (
    <InstantForm action={action} className="grid gap-3">
      {(busy) => (
        <div>
          <button id="try-sign-in" type="submit" className="btn btn-sm" aria-disabled={busy}>
            {t('idp.try.title')}
          </button>
        </div>
      )}
    </InstantForm>
  )
}
