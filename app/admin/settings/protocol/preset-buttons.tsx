'use client'

import { useScripts } from '#app/_ui/form/use-scripts.ts'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { type Preset, presets } from './presets.ts'
import type { ProtocolValues } from './values.ts'

interface PresetButtonsProps {
  readonly set: (values: Partial<ProtocolValues>) => void
}

/** Sets several fields of the form at once; they are saved like those set by hand. */
export function PresetButtons({ set }: PresetButtonsProps) {
  const t = useTexts()
  const hasScripts = useScripts()
  if (!hasScripts) return null
  return (
    <p className="mb-4 flex flex-wrap gap-2">
      {(Object.keys(presets) as Preset[]).map((preset) => (
        <button
          key={preset}
          id={`preset-${preset}`}
          type="button"
          className="btn btn-sm"
          onClick={() => set(presets[preset])}
        >
          {t(`settings.protocol.preset_${preset}`)}
        </button>
      ))}
    </p>
  )
}
