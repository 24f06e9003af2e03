'use client'

import { useEffect, useRef, useState } from 'react'
import { Card } from '../../../_console/card.tsx'
import { PlainForm } from '../../../_console/plain-form.tsx'
import { useTexts } from '../../../_console/use-texts.ts'
import { ThemeChoice } from './theme-choice.tsx'
import { themeName } from './theme-name.ts'

interface ThemeFormProps {
  readonly action: string
  /** The stored theme; '' for none. */
  readonly saved: string
  readonly light: readonly string[]
  readonly dark: readonly string[]
}

/**
 * Every theme as a small preview. The page shows the chosen theme at once, and the stored one again if the visitor
 * leaves without saving.
 */
export function ThemeForm({ action, saved, light, dark }: ThemeFormProps) {
  const t = useTexts()
  const { chosen, stored, choose, keep } = usePreview(saved)
  const choices = (themes: readonly string[]) =>
    themes.map((theme) => (
      <ThemeChoice
        key={theme}
        theme={theme}
        label={theme ? themeName(theme) : t('settings.theme.system')}
        isChosen={theme === chosen}
        isSaved={theme === stored}
        choose={choose}
      />
    ))
  const groups = [
    ['system', t('settings.theme.legend_system'), ['']],
    ['light', t('settings.theme.legend_light'), light],
    ['dark', t('settings.theme.legend_dark'), dark],
  ] as const
  return (
    <PlainForm
      action={action}
      label={t('console.save')}
      onDone={keep}
      // The list is long, so the save button is sticky.
      className="[&>*:last-child]:sticky [&>*:last-child]:bottom-3 [&>*:last-child]:z-10 [&>*:last-child]:rounded-box [&>*:last-child]:border [&>*:last-child]:border-line [&>*:last-child]:bg-base-100/95 [&>*:last-child]:p-3"
    >
      {groups.map(([name, legend, themes]) => (
        <Card key={name}>
          <fieldset className="min-w-0">
            <legend className="mb-4 font-semibold">{legend}</legend>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
              {choices(themes)}
            </div>
          </fieldset>
        </Card>
      ))}
    </PlainForm>
  )
}

/** Shows the chosen theme on the page, and the stored one again when the form unmounts. */
function usePreview(saved: string) {
  const [chosen, setChosen] = useState(saved)
  const [stored, setStored] = useState(saved)
  const latest = useRef({ chosen, stored })
  useEffect(() => {
    latest.current = { chosen, stored }
    show(chosen)
  }, [chosen, stored])
  useEffect(() => () => show(latest.current.stored), [])
  const [keep] = useState(() => () => {
    setStored(latest.current.chosen)
  })
  return { chosen, stored, choose: setChosen, keep }
}

function show(theme: string): void {
  const root = document.documentElement
  if (theme) root.dataset.theme = theme
  else delete root.dataset.theme
}
