// Sentences about wrong fields of a request, in English. Each is used if the contract has no sentence for the field.

export const missing = 'Fill this in'
export const use = ({ known }: { known: string }) => `Use ${known}`
export const useOneOf = ({ known }: { known: string }) => `Use one of ${known}`
export const unknownField = 'This has an unknown field'
export const wrongFormat = 'This isn’t in the right format'
