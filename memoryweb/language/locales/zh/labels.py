"""Chinese labels that name nothing."""

from memoryweb.language.locales.base import alternatives

EMPTY = frozenset(
    alternatives("""
        备注, 笔记, 记录, 信息, 用户信息, 事实, 其他, 其它, 个人, 个人信息, 用户, 资料, 内容, 备忘, 备忘录, 偏好,
        设置, 说明, 关于我
    """).split("|")
)
