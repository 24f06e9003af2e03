'use client'

import { CodeList } from '#app/_ui/card/code-list.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FactorForm } from './factor-form.tsx'

type NewCodesProps = Omit<Parameters<typeof FactorForm>[0], 'children'>

/** Makes recovery codes and shows them once. */
export function NewCodes(props: NewCodesProps) {
  const t = useTexts()
  const texts = {
    download: t('methods.codes.download'),
    copy: t('methods.codes.copy'),
    print: t('methods.codes.print'),
  }
  return (
    <FactorForm {...props}>
      {(shown) => {
        const codes = shown as readonly string[]
        return (
          <div className="mb-5">
            <p className="mb-3">{t('methods.codes.text')}</p>
            <CodeList codes={codes} texts={texts} />
          </div>
        )
      }}
    </FactorForm>
  )
}
