// The errors in English at the fields of the forms about money that visitors fill in.

export const codeRequired = 'Enter your code'
