'use client'

import { createContext, type ReactNode, useContext } from 'react'

interface Texts {
  readonly title: string
  readonly message: string
  readonly retry: string
}

const english: Texts = {
  title: 'Something went wrong',
  message: 'Sorry, we couldn’t show this page. Please try again.',
  retry: 'Try again',
}

const FailureContext = createContext(english)

interface FailureTextsProps {
  readonly texts: Texts
  readonly children: ReactNode
}

/** Passes its texts to the failure page, which renders in the browser without the catalogs. */
export function FailureTexts({ texts, children }: FailureTextsProps) {
  return <FailureContext value={texts}>{children}</FailureContext>
}

/** Replaces a page that failed to render; in English where even the layout failed. */
export function Failure({ retry }: { readonly retry: () => void }) {
  const texts = useContext(FailureContext)
  return (
    <main
      id="page-failure"
      className="grid min-h-dvh place-content-center justify-items-center gap-3 px-6 text-center"
    >
      <h1 className="font-semibold text-2xl tracking-tight">{texts.title}</h1>
      <p className="max-w-md text-muted">{texts.message}</p>
      <button type="button" className="btn btn-primary mt-3" onClick={retry}>
        {texts.retry}
      </button>
    </main>
  )
}
