'use client'

import { useTexts } from '#app/_ui/text/use-texts.ts'
import { FactorForm } from './factor-form.tsx'

type NewCodesProps = Omit<Parameters<typeof FactorForm>[0], 'children'>

/** Makes recovery codes and shows them once. */
export function NewCodes(props: NewCodesProps) {
  const t = useTexts()
  return (
    <FactorForm {...props}>
      {(shown) => {
        const codes = shown as readonly string[]
        return (
          <div className="mb-5">
            <p className="mb-3">{t('methods.codes.text')}</p>
            <ul
              id="recovery-codes"
              dir="ltr"
              className="grid justify-start gap-x-6 gap-y-1 rounded-[10px] border border-line bg-canvas px-4 py-3.5 font-mono text-[0.8125rem] sm:grid-cols-2"
            >
              {codes.map((code) => (
                <li key={code}>
                  <bdi dir="ltr">{code}</bdi>
                </li>
              ))}
            </ul>
            <a
              id="codes-download"
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`}
              download="recovery-codes.txt"
              className="btn btn-sm mt-3"
            >
              {t('methods.codes.download')}
            </a>
          </div>
        )
      }}
    </FactorForm>
  )
}
