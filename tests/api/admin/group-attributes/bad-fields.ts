/** Refused keys and values in the order of the checks, with the expected error code. */
export const badFields = [
  [{ key: '' }, 'VALIDATION_ERROR'],
  [{ key: '  ' }, 'VALIDATION_ERROR'],
  [{ key: 'k'.repeat(39), value: '<' }, 'validator.identifier.too_long'],
  [{ key: '1' }, 'validator.identifier.invalid_format'],
  [{ key: 'a--b', value: 'v'.repeat(251) }, 'validator.identifier.invalid_format'],
  [{ key: 'k', value: `${'v'.repeat(250)}<` }, 'VALUE_TOO_LONG'],
  [{ key: 'k', value: 'a<b' }, 'validator.attribute_value.angle_brackets'],
  [{ key: 'k', value: '>' }, 'validator.attribute_value.angle_brackets'],
] as const
