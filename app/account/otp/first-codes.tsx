'use client'

import { useRouter } from 'next/navigation'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { CodeList } from '#app/_ui/card/code-list.tsx'
import type { FormState } from '#app/_ui/form/form-state.ts'
import { useSubmitted } from '#app/_ui/form/submitted-form.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { startingAt } from '#app/_ui/text/starting-at.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

type Codes = readonly string[]

const ShowContext = createContext<(codes: Codes) => void>(() => {})

interface FirstCodesPlaceProps {
  /** The form that switches the app on. */
  readonly action: string
  readonly children: ReactNode
}

/** Shows the recovery codes that come with the app above the page, which changes when the app is on. */
export function FirstCodesPlace({ action, children }: FirstCodesPlaceProps) {
  const submitted = useSubmitted(action)
  const [shown, show] = useState<Codes | null>(null)
  const codes = shown ?? codesOf(submitted)
  return (
    <ShowContext value={show}>
      {codes && <FirstCodes codes={codes} />}
      {children}
    </ShowContext>
  )
}

/** Hands the codes of an answer to `FirstCodesPlace`, and reads the page again. Only with scripts. */
export function useFirstCodes(state: FormState): void {
  const show = useContext(ShowContext)
  const router = useRouter()
  useEffect(() => {
    const codes = codesOf(state)
    if (!codes) return
    show(codes)
    router.refresh()
  }, [state, show, router])
}

function codesOf(state: FormState): Codes | null {
  return state.kind === 'done' && state.shown ? (state.shown as Codes) : null
}

function FirstCodes({ codes }: { readonly codes: Codes }) {
  const t = useTexts()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const texts = {
    download: t('methods.codes.download'),
    copy: t('methods.codes.copy'),
    print: t('methods.codes.print'),
  }
  return (
    <div ref={place} {...startingAt(true)} tabIndex={-1}>
      <Panel id="first-codes" title={t('methods.codes.title')} intro={t('methods.codes.text')}>
        <CodeList codes={codes} texts={texts} />
        <p className="mt-5">
          {/* No link of the router, which would keep the codes on the page. */}
          <a id="codes-saved" href="/account/otp" className="btn btn-primary">
            {t('methods.codes.saved')}
          </a>
        </p>
      </Panel>
    </div>
  )
}
