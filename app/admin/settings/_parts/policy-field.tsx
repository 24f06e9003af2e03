'use client'

import type { FieldBinding } from '#app/_ui/form/fields.tsx'

/** A password policy with its name and requirements. */
export interface Policy {
  readonly value: string
  readonly label: string
  readonly rules: readonly string[]
}

interface PolicyFieldProps {
  readonly label: string
  readonly hint: string
  readonly binding: FieldBinding
  readonly policies: readonly Policy[]
}

/** Chooses a policy; each option lists its requirements. */
export function PolicyField({ label, hint, binding, policies }: PolicyFieldProps) {
  const { initial, error, ...registered } = binding
  return (
    <fieldset aria-describedby={`${binding.name}-hint`} className="min-w-0">
      <legend className="font-medium text-sm">{label}</legend>
      <p id={`${binding.name}-hint`} className="mt-0.5 mb-3 text-muted text-xs">
        {hint}
      </p>
      <div className="grid gap-2 sm:grid-cols-2">
        {policies.map((policy) => (
          <label
            key={policy.value}
            className="flex cursor-pointer gap-3 rounded-field border border-line p-3 hover:bg-base-content/4 has-checked:border-base-content has-checked:bg-base-content/5"
          >
            <input
              {...registered}
              type="radio"
              id={`${binding.name}-${policy.value}`}
              value={policy.value}
              defaultChecked={policy.value === initial}
              className="radio radio-sm mt-0.5"
            />
            <span className="min-w-0">
              <span className="block font-medium text-sm">{policy.label}</span>
              {policy.rules.map((rule) => (
                <span key={rule} className="ms-3.5 mt-0.5 list-item list-disc text-muted text-xs">
                  {rule}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p role="alert" className="mt-1.5 font-medium text-sm">
          {error}
        </p>
      )}
    </fieldset>
  )
}
