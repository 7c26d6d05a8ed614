// The texts of the buttons that change a quantity in English.

export const oneLess = ({ of }: { of: string }) => `One less: ${of}`
export const oneMore = ({ of }: { of: string }) => `One more: ${of}`
