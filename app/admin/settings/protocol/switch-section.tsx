import { CheckField } from '#app/_ui/form/fields.tsx'
import { Section } from '#app/_ui/layout/section.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import type { sections } from './sections.ts'
import type { ProtocolSectionProps, ProtocolSwitch } from './values.ts'

interface SwitchSectionProps extends ProtocolSectionProps {
  readonly section: (typeof sections)[number]
  /** Why switches that are on have no effect, in place of their hints. */
  readonly inactive: Readonly<Partial<Record<ProtocolSwitch, string>>>
}

/** Switches that belong together. */
export function SwitchSection({ section, field, inactive }: SwitchSectionProps) {
  const t = useTexts()
  return (
    <Section id={section.id} title={t(section.title)} intro={t(section.intro)}>
      {section.switches.map((one) => (
        <CheckField
          key={one.name}
          label={t(one.label)}
          badge={'badge' in one ? one.badge : undefined}
          hint={inactive[one.name] ?? t(one.hint)}
          binding={field(one.name)}
        />
      ))}
    </Section>
  )
}
