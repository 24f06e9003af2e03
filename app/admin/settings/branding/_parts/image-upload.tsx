'use client'

import { Upload } from 'lucide-react'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { FormOutcome } from '#app/_ui/form/form-outcome.tsx'
import { FormProblem } from '#app/_ui/form/form-problem.tsx'
import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useSubmit } from '#app/_ui/form/use-submit.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'

interface ImageUploadProps {
  readonly id: string
  /** Stores the file field `picture`. */
  readonly action: string
  /** What the image is. */
  readonly image: string
  readonly isSet: boolean
  /** The largest file, and what says so: of a much larger one the server reads nothing that could be refused by name. */
  readonly limit: { readonly bytes: number; readonly text: string }
}

/** Uploads an image as soon as it is chosen; without scripts, with a button beside the file's name. */
export function ImageUpload({ id, action, image, isSet, limit }: ImageUploadProps) {
  const t = useTexts()
  const hasScripts = useScripts()
  const input = useRef<HTMLInputElement>(null)
  const { state, props, run, busy } = useSubmit(action)
  const [isTooLarge, setTooLarge] = useState(false)
  useEffect(() => {
    if (state.kind !== 'new' && input.current) input.current.value = ''
  }, [state])
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const { form, files } = event.target
    const [file] = files ?? []
    if (!hasScripts || !form || !file) return
    setTooLarge(file.size > limit.bytes)
    if (file.size <= limit.bytes) run(new FormData(form))
    else event.target.value = ''
  }
  const word = isSet ? t('settings.branding.replace') : t('settings.branding.choose')
  return (
    <form {...props} encType="multipart/form-data" className="flex flex-wrap items-center gap-2">
      <label
        className={hasScripts ? 'btn btn-sm has-focus-visible:outline-2' : 'grid gap-1'}
        aria-disabled={busy || undefined}
      >
        {hasScripts && <Upload aria-hidden="true" />}
        <span aria-hidden={hasScripts || undefined}>{word}</span>
        <input
          ref={input}
          id={id}
          type="file"
          name="picture"
          required
          aria-label={`${word}: ${image}`}
          accept="image/png,image/jpeg,image/webp,image/gif"
          className={hasScripts ? 'sr-only' : 'file-input'}
          onChange={choose}
        />
      </label>
      {!hasScripts && (
        <button type="submit" className="btn btn-sm">
          {t('console.picture.upload')}
        </button>
      )}
      <div className="basis-full empty:hidden">
        {isTooLarge ? (
          <FormProblem text={limit.text} />
        ) : (
          <FormOutcome state={state} message={state.kind === 'refused' ? state : null} />
        )}
      </div>
    </form>
  )
}
