'use client'

import { Choice, Choices } from '#app/_ui/form/choice.tsx'
import { type FieldBinding, FieldError } from '#app/_ui/form/fields.tsx'

/** A password policy with its name and requirements. */
export interface Policy {
  readonly value: string
  readonly label: string
  readonly rules: readonly string[]
}

interface PolicyFieldProps {
  readonly label: string
  readonly binding: FieldBinding
  readonly policies: readonly Policy[]
}

/** Chooses a policy; each option lists its requirements. */
export function PolicyField({ label, binding, policies }: PolicyFieldProps) {
  const { name, error } = binding
  return (
    <div className="grid gap-1.5">
      <Choices legend={label}>
        {policies.map(({ value, label: policy, rules }) => (
          <Choice
            key={value}
            id={`${name}-${value}`}
            value={value}
            label={policy}
            binding={binding}
            hint={rules.map((rule) => (
              <span key={rule} className="ms-3.5 list-item list-disc">
                {rule}
              </span>
            ))}
          />
        ))}
      </Choices>
      {error && <FieldError id={`${name}-error`} text={error} />}
    </div>
  )
}
