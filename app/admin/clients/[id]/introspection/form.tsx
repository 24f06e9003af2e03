'use client'

import { CheckRow } from '#app/_ui/form/check-row.tsx'
import { ConsoleForm } from '#app/_ui/form/console-form.tsx'
import { useTexts } from '#app/_ui/text/use-texts.ts'
import { boxName } from './box-name.ts'

interface Resource {
  readonly id: number
  readonly resourceIdentifier: string
  readonly description: string
}

interface IntrospectionFormProps {
  readonly action: string
  readonly resources: readonly Resource[]
  /** Ids of the resources whose tokens the client may introspect. */
  readonly chosen: readonly number[]
}

/** The APIs with a check box each. */
export function IntrospectionForm({ action, resources, chosen }: IntrospectionFormProps) {
  const t = useTexts()
  const values = {
    apis: Object.fromEntries(resources.map(({ id }) => [`a${id}`, chosen.includes(id)])),
    // Compared with the list that the client has when the form is saved.
    expectedResourceIds: [...chosen],
  }
  if (resources.length === 0) {
    return <p className="text-muted text-sm">{t('clients.introspection.none')}</p>
  }
  return (
    <ConsoleForm
      action={action}
      values={values}
      label={t('console.save')}
      className="flex max-w-3xl flex-col gap-5"
    >
      <fieldset>
        <legend className="sr-only">{t('clients.sections.introspection')}</legend>
        <ul className="divide-y divide-line rounded-box border border-line text-sm [overflow-wrap:anywhere]">
          {resources.map((resource) => (
            <li key={resource.id}>
              <CheckRow
                name={boxName(resource.id)}
                isChecked={chosen.includes(resource.id)}
                title={resource.resourceIdentifier}
                hint={resource.description}
              />
            </li>
          ))}
        </ul>
      </fieldset>
    </ConsoleForm>
  )
}
