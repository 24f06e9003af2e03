/** Invalid fields of an attribute, with the expected error code. */
export const badFields = [
  [{ key: '' }, 'VALIDATION_ERROR'],
  [{ key: undefined }, 'VALIDATION_ERROR'],
  [{ key: '  ' }, 'VALIDATION_ERROR'],
  [{ key: 'a'.repeat(39) }, 'validator.identifier.too_long'],
  [{ key: '1st' }, 'validator.identifier.invalid_format'],
  [{ key: 'a--b' }, 'validator.identifier.invalid_format'],
  [{ key: ' a' }, 'validator.identifier.invalid_format'],
  [{ value: 'x'.repeat(251) }, 'VALUE_TOO_LONG'],
  [{ value: '<script>' }, 'validator.attribute_value.angle_brackets'],
  [{ value: `<${'x'.repeat(250)}` }, 'VALUE_TOO_LONG'],
  [{ value: 5 }, 'INVALID_REQUEST_BODY'],
  [{ includeInIdToken: 'yes' }, 'INVALID_REQUEST_BODY'],
] as const
