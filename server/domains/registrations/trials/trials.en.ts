// The texts of trial enrolments, in English.

export const subject = ({ subject }: { subject: string }) => `Trial: ${subject}`
