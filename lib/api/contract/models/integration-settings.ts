import { z } from 'zod'

export const integrationSettings = z
  .object({
    refusalRecordsEnabled: z
      .boolean()
      .describe(
        'Whether refused requests are recorded, with the rule that refused them. At first true; false after an upgrade. Off deletes the records.',
      ),
    refusalRecordDays: z.int().describe('Days after which these records are deleted; at first 7.'),
  })
  .meta({ id: 'IntegrationSettings' })
