// The English texts of the buttons that change a quantity.

export const oneLess = ({ of }: { of: string }) => `One less: ${of}`
export const oneMore = ({ of }: { of: string }) => `One more: ${of}`
