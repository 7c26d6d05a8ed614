// The texts of delivery hours, in English.

export const nightBefore = ({ hours }: { hours: string }) => `${hours}, the night before`
