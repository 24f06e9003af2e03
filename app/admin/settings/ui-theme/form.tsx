'use client'

import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
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
export function ThemeForm({ action, saved, ...themes }: ThemeFormProps) {
  const t = useTexts()
  return (
    <ConsoleForm
      action={action}
      values={{ uiTheme: saved }}
      label={t('console.save')}
      className="max-w-240"
    >
      <Themes saved={saved} {...themes} />
    </ConsoleForm>
  )
}

function Themes({ saved, light, dark }: Omit<ThemeFormProps, 'action'>) {
  const t = useTexts()
  const { field } = useController<{ uiTheme: string }>({ name: 'uiTheme' })
  usePreview(field.value, saved)
  const groups = [
    ['system', t('settings.theme.legend_system'), ['']],
    ['light', t('settings.theme.legend_light'), light],
    ['dark', t('settings.theme.legend_dark'), dark],
  ] as const
  return groups.map(([name, legend, themes]) => (
    <Panel key={name}>
      <fieldset className="min-w-0">
        <legend className="ui-label mb-3">{legend}</legend>
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-3">
          {themes.map((theme) => (
            <ThemeChoice
              key={theme}
              theme={theme}
              label={theme ? themeName(theme) : t('settings.theme.system')}
              isChosen={theme === field.value}
              isSaved={theme === saved}
              choose={field.onChange}
            />
          ))}
        </div>
      </fieldset>
    </Panel>
  ))
}

/** Shows the chosen theme on the page, and the stored one again when the form unmounts. */
function usePreview(chosen: string, saved: string): void {
  const stored = useRef(saved)
  useEffect(() => {
    stored.current = saved
    show(chosen)
  }, [chosen, saved])
  useEffect(() => () => show(stored.current), [])
}

function show(theme: string): void {
  const root = document.documentElement
  if (theme) root.dataset.theme = theme
  else delete root.dataset.theme
}
