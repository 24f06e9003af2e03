'use client'

import { Search } from 'lucide-react'
import { useCallback, useRef, useState } from 'react'
import type { Found } from './found.ts'
import { PaletteFoot } from './palette-foot.tsx'
import { PaletteResults } from './palette-results.tsx'
import type { PaletteTexts } from './palette-texts.ts'
import { keepRecent, recentRecords } from './recent-records.ts'
import { isRecord } from './shown-results.ts'
import { useChoice } from './use-choice.ts'
import { usePaletteKeys } from './use-palette-keys.ts'
import { useResults } from './use-results.ts'

interface PaletteProps {
  /** Whose recent records are shown. */
  readonly owner: string
  readonly texts: PaletteTexts
}

/** Finds records, pages and what an ID stands for, from every page. Without scripts there is the search page. */
export function Palette({ owner, texts }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const { groups: found, of, hasFailed } = useResults(text, isOpen)
  const isCurrent = of === text
  const recent = isOpen && text === '' ? recentRecords(owner) : []
  const choice = useChoice(
    dialog,
    recent.length > 0 ? [{ name: 'recent', items: recent }, ...found] : found,
    isCurrent,
  )
  const open = useCallback(() => {
    setOpen(true)
    dialog.current?.showModal()
  }, [])
  usePaletteKeys(open)
  const type = (typed: string) => {
    choice.restart()
    setText(typed.trim())
  }
  const onClose = () => {
    form.current?.reset()
    setOpen(false)
    type('')
  }
  const onChoose = (item: Found) => {
    if (isRecord(item)) keepRecent(owner, item)
    dialog.current?.close()
  }
  const isEmpty = isCurrent && choice.shown.length === 0
  const problem = hasFailed ? texts.failed : texts.nothing.replace('{query}', () => text)
  return (
    <dialog
      ref={dialog}
      id="palette"
      aria-label={texts.title}
      className="ui-palette"
      onClose={onClose}
      onKeyDown={choice.onKeyDown}
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
    >
      <form ref={form} method="dialog" className="ui-palette-field">
        <Search aria-hidden="true" />
        <PaletteField label={texts.label} choice={choice} onType={type} />
        <button type="submit" className="kbd">
          Esc
        </button>
      </form>
      <PaletteResults
        groups={choice.groups}
        active={choice.active}
        isBusy={!isCurrent}
        problem={isEmpty ? problem : ''}
        texts={texts}
        onPoint={choice.move}
        onChoose={onChoose}
      />
      <PaletteFoot texts={texts.keys} />
    </dialog>
  )
}

interface PaletteFieldProps {
  readonly label: string
  readonly choice: Pick<ReturnType<typeof useChoice>, 'shown' | 'active'>
  readonly onType: (typed: string) => void
}

/** What an input method composes counts when it is finished. */
function PaletteField({ label, choice: { shown, active }, onType }: PaletteFieldProps) {
  return (
    <input
      id="palette-field"
      type="text"
      role="combobox"
      aria-label={label}
      aria-expanded={shown.length > 0}
      aria-controls="palette-results"
      aria-activedescendant={shown[active] ? `palette-${active}` : undefined}
      aria-autocomplete="list"
      placeholder={label}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={200}
      dir="auto"
      onInput={(event) => {
        if (!(event.nativeEvent as InputEvent).isComposing) onType(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => onType(event.currentTarget.value)}
    />
  )
}
