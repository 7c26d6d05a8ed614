/**
 * The address of the first owner's account if the server was started without ADMIN_EMAIL. Nobody receives e-mails
 * there, so outside the demonstration the owner has to give a real address before doing anything else.
 */
export const placeholderAddress = 'owner@malar.example'
